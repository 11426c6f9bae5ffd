// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title Settlement entry point.
/// @notice Unaudited. Holds approvals, therefore never makes a call that a caller chose.
interface ISettlement {
    /// @param inputToken token sold; 0xEeee…EEeE is the native token
    /// @param outputToken token bought; 0xEeee…EEeE is the native token
    /// @param inputAmount pulled from msg.sender, so a purchase costs at most this. Unused input is
    /// refunded to msg.sender, together with any input token left in the executor. A contract that
    /// pays in the native token must accept a refund, even if it expects none, or the trade reverts
    /// @param minOutputAmount minimum growth of the receiver's balance, after all fees; never 0.
    /// One unit less is accepted if exactly this was sent of a token that credits rounded shares
    /// @param outputReceiver recipient; never zero, the settlement, its executor or the wrapper of
    /// the native token
    /// @param partner earns the partner fee, half the settlement fee and a share of surplus; 0
    /// without a partner; otherwise restricted like a receiver. A payment that the partner or the
    /// treasury refuses goes to the receiver
    /// @param partnerFeeBps basis points of the gross output, 0 to 1000; 0 without a partner
    /// @param settlementFee base units of the output token. The fee is at least 3 bps of the gross
    /// output and at most the larger of 5 bps and this amount, and this amount counts up to 10 % of
    /// the gross output. Every division rounds down; the treasury receives the odd unit of an odd
    /// fee
    /// @param surplusThreshold net output (after partner and settlement fee) above which surplus is
    /// shared. The amount above both this and minOutputAmount, capped at 5 % of the gross output,
    /// is split: 33 % to the treasury, 33 % to the partner if there is one, the rest to the
    /// receiver. type(uint256).max turns sharing off
    /// @param deadline Unix seconds; a later block reverts
    struct Trade {
        address inputToken;
        address outputToken;
        uint256 inputAmount;
        uint256 minOutputAmount;
        address outputReceiver;
        address partner;
        uint256 partnerFeeBps;
        uint256 settlementFee;
        uint256 surplusThreshold;
        uint256 deadline;
    }

    event Swapped(
        address indexed sender,
        address indexed outputReceiver,
        address inputToken,
        address outputToken,
        uint256 inputSpent,
        uint256 outputReceived,
        uint256 partnerPaid,
        uint256 treasuryPaid
    );

    error Expired(uint256 deadline);
    error InsufficientOutput(uint256 received, uint256 minimum);
    error InvalidAmount();
    error InvalidFee();
    error InvalidReceiver();
    error InvalidToken();
    error InvalidValue();
    error PermitMalformed();
    error Reentered();

    /// @param trade terms of the trade
    /// @param route abi.encode(IExecutor.Step[]): sells the input by the portions of the steps.
    /// 0x01 ++ uint256 amountOut ++ abi.encode(IExecutor.Step[]): buys an exact gross output and
    /// refunds the rest of the input.
    /// Ignored if the trade only wraps or unwraps, which converts all of the input
    /// @param permit ignored for a native input. Empty: plain allowance to this contract.
    /// 0x01 ++ abi.encode(PermitSingle, bytes signature): a signed Permit2 permit, then a Permit2
    /// transfer.
    /// 0x02 ++ abi.encode(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s):
    /// EIP-2612, then plain allowance.
    /// 0x03: transfer by a standing Permit2 allowance.
    /// A permit that reverts is ignored, because someone may have submitted it first; the allowance
    /// decides.
    /// @return outputReceived growth of the receiver's balance
    function swap(Trade calldata trade, bytes calldata route, bytes calldata permit)
        external
        payable
        returns (uint256 outputReceived);
}

/// @title Runs routes for the settlement. No account approves anything to the executor.
interface IExecutor {
    /// @param kind what the step does, with the encoding of `data` (ignored where none is named):
    /// 0: swap in a V2 pair
    /// 1: swap in a V3 pool (uint24 fee), or in an Algebra pool, where the fee is ignored
    /// 2: supply to Aave V3 (underlying to aToken); 3: withdraw from Aave V3 (aToken to underlying)
    /// 4: deposit into an ERC-4626 vault (asset to share); 5: redeem (share to asset)
    /// 6: swap in a pool of a Balancer V2 vault (bytes32 poolId)
    /// 7: swap in a pool of a Uniswap V4 manager (uint24 fee, int24 tickSpacing, bool isNative,
    /// address hooks); isNative: the pool trades the native coin, which the step names by its
    /// wrapper; hooks: 0 for none
    /// 9: swap in a pair of Solidly or a fork (bool stable)
    /// 10: swap in a plain pool of Curve's StableSwap (Curve.Coins: indexes of the two coins, the
    /// pool's code, the pool if a factory is trusted, and the factors that scale all coins to 18
    /// decimals)
    /// 12: swap in a pool of a Balancer V3 vault (address pool)
    /// 13: sell the gem of a peg stability module; 14: buy as much of the gem as tokenIn pays for
    /// 15: convert DAI to USDS in Sky's DaiUsds; 16: USDS to DAI
    /// 17: wrap stETH in wstETH; 18: unwrap wstETH
    /// 19: swap in a pool of a factory of Curve's StableSwap-NG (address pool, uint8 from, uint8
    /// to: the pool and the indexes of the two coins); 20: the same for Curve's CryptoSwap
    /// @param source index into the sources given at construction; its kind must fit the step's
    /// @param portion share of the executor's current balance of tokenIn that this step sells:
    /// floor(balance * portion / (2^64 - 1)), so 2^64 - 1 sells all of it. In a purchase, the share
    /// that this step buys of the amount of tokenOut that is still needed
    struct Step {
        uint8 kind;
        uint8 source;
        uint64 portion;
        address tokenIn;
        address tokenOut;
        bytes data;
    }

    /// @param kind 0: V2, 1: V3, 2: Aave V3 (for steps of kind 2 and 3), 4: ERC-4626 (for 4 and 5),
    /// 6: Balancer V2, 7: Uniswap V4, 9: Solidly, 10: Curve's StableSwap, 11: Algebra Integral (for
    /// steps of kind 1), 12: Balancer V3, 13: peg stability module (for 13 and 14) or DaiUsds (for
    /// 15 and 16), 17: wstETH (for 17 and 18), 19: Curve's StableSwap-NG, 20: Curve's CryptoSwap of
    /// two or three coins. Purchases of kind 20 are priced by the factory's current
    /// `views_implementation()`, which its admin may replace
    /// @param factory the trusted contract. For kinds 0, 1, 9 and 11 the contract that creates the
    /// pools, from which pool addresses are derived (for PancakeSwap V3 and Algebra the pool
    /// deployer); for 2 the lending pool; for 4 the vault; for 6 and 12 the Balancer vault; for 7
    /// the pool manager; for 10 the pool or its factory; for 13 the module or converter; for 17
    /// wstETH; for 19 and 20 the factory. A factory of Curve's must know the pool that a step names
    /// @param initCodeHash of the factory's pools; 0 if no address is derived
    /// @param feeBps fee of a V2 or Solidly fork in basis points; 0 if a Solidly factory returns
    /// the fee of each pair (`getFee(address, bool)`); 0 for all other kinds
    struct Source {
        uint8 kind;
        address factory;
        bytes32 initCodeHash;
        uint16 feeBps;
    }

    error NotSettlement();
    error NotPool();
    error UnknownKind(uint8 kind);
    error UnknownSource(uint8 source);
    error WrongToken(address token);

    /// @notice Callable only by the settlement, after an ERC-20 input has been sent here; a native
    /// input arrives as value and is wrapped. Leaves nothing of the trade behind: leftovers of
    /// intermediate tokens go to `trader`.
    ///
    /// Sales run their steps in order. A step that buys `outputToken` pays the settlement directly,
    /// so no step can sell it again. If the next step sells all of its input to a V2 pair, the pair
    /// is paid directly.
    ///
    /// Purchases list their steps in the opposite order: the first step buys `outputToken`. Each
    /// step's price adds to the amount needed of its tokenIn. Later steps run until nothing more of
    /// it is needed, the last buyer with a portion of all, and then the step is paid. The last step
    /// sells the input and costs at most what is there. A pool must not trade between its price and
    /// its payment; after its payment it may trade again. The gross output equals the amount named,
    /// except for the rounding below.
    ///
    /// Rounding of purchases: eight units more than needed are supplied to Aave, and eight units
    /// more of stETH are unwrapped, because both round shares when they move. Withdrawing from Aave
    /// costs one unit more than it brings. Leftovers of an aToken go to the receiver; less than a
    /// share of stETH stays in the settlement or here, and here goes to the next seller of stETH.
    /// Surplus output of a StableSwap pool, a CryptoSwap pool or a peg stability module goes to the
    /// receiver, or to `trader` if it is not the output. The rest of a sale that is worth less than
    /// one gem goes to `inputLeftTo` or to `trader`. A pair or V3 pool that sells an aToken on may
    /// receive one unit too little and revert. A token that takes a fee on transfer cannot be part
    /// of a purchase.
    /// @param inputToken token that the route sells, never native
    /// @param outputToken token that the route buys, never native
    /// @param trader caller of the settlement
    /// @param inputLeftTo receives the unsold input: the trader, or the settlement if it must be
    /// unwrapped
    /// @return inputLeft amount of unsold input
    function execute(
        address inputToken,
        address outputToken,
        address trader,
        address inputLeftTo,
        bytes calldata route
    ) external payable returns (uint256 inputLeft);
}

/// @title Never deployed. Adds the type of a route to the ABI for encoders.
interface IRoute {
    function route(IExecutor.Step[] calldata steps) external;
}
