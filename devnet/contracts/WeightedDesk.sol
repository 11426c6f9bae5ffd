// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk} from "./Desk.sol";

interface IBalancerVault {
    struct JoinPoolRequest {
        address[] assets;
        uint256[] maxAmountsIn;
        bytes userData;
        bool fromInternalBalance;
    }

    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct FundManagement {
        address sender;
        bool fromInternalBalance;
        address payable recipient;
        bool toInternalBalance;
    }

    function joinPool(bytes32 poolId, address sender, address recipient, JoinPoolRequest calldata request)
        external
        payable;
    function swap(SingleSwap calldata single, FundManagement calldata funds, uint256 limit, uint256 deadline)
        external
        payable
        returns (uint256);
}

/// @title Fills the weighted and stable pools and trades in them through their vault.
contract WeightedDesk is Desk {
    uint256 private constant JOIN_INIT = 0;
    uint8 private constant GIVEN_IN = 0;

    IBalancerVault private immutable vault;

    constructor(address weth_, address marketMaker_, address vault_) Desk(weth_, marketMaker_) {
        vault = IBalancerVault(vault_);
    }

    /// @notice Gives an empty pool its first tokens, in the pool's order, without the pool's own
    /// token.
    function fill(bytes32 poolId, address[] calldata tokens, uint256[] calldata amounts) external onlyOperator {
        for (uint256 i = 0; i < tokens.length; i++) {
            if (tokens[i] != address(bytes20(poolId))) _allow(tokens[i], address(vault), amounts[i]);
        }
        bytes memory userData = abi.encode(JOIN_INIT, amounts);
        IBalancerVault.JoinPoolRequest memory request =
            IBalancerVault.JoinPoolRequest(tokens, amounts, userData, false);
        vault.joinPool(poolId, address(this), address(this), request);
    }

    /// @notice Sells an exact amount.
    function sell(bytes32 poolId, address tokenIn, address tokenOut, uint256 amount) external onlyOperator {
        _allow(tokenIn, address(vault), amount);
        IBalancerVault.SingleSwap memory single =
            IBalancerVault.SingleSwap(poolId, GIVEN_IN, tokenIn, tokenOut, amount, "");
        IBalancerVault.FundManagement memory funds =
            IBalancerVault.FundManagement(address(this), false, payable(address(this)), false);
        vault.swap(single, funds, 0, block.timestamp);
    }
}
