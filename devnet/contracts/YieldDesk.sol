// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Desk, IToken} from "./Desk.sol";

interface ILendingPool {
    function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) external;
    function withdraw(address asset, uint256 amount, address to) external returns (uint256);
    function borrow(address asset, uint256 amount, uint256 rateMode, uint16 referralCode, address onBehalfOf)
        external;
    function repay(address asset, uint256 amount, uint256 rateMode, address onBehalfOf)
        external
        returns (uint256);
    /// @dev Fifteen static words; the ninth is the aToken, the eleventh the variable debt token.
    function getReserveData(address asset) external view returns (uint256[15] memory);
}

interface IVault {
    function asset() external view returns (address);
    function totalAssets() external view returns (uint256);
    function deposit(uint256 assets, address receiver) external returns (uint256);
    function harvest(uint256 profit) external;
}

/// @title A participant of the lending pool and the vaults: saves, borrows, brings harvests.
contract YieldDesk is Desk {
    uint256 private constant VARIABLE_RATE = 2;

    ILendingPool private immutable pool;

    constructor(address weth_, address marketMaker_, address pool_) Desk(weth_, marketMaker_) {
        pool = ILendingPool(pool_);
    }

    /// @notice Supplies the same amount for every holder.
    function supply(address asset, uint256 amount, address[] calldata holders) external onlyOperator {
        _allow(asset, address(pool), amount * holders.length);
        for (uint256 i = 0; i < holders.length; i++) {
            pool.supply(asset, amount, holders[i], 0);
        }
    }

    function withdraw(address asset, uint256 amount) external onlyOperator {
        pool.withdraw(asset, amount, address(this));
    }

    /// @notice Borrows or repays until this share of everything supplied is lent out.
    function steer(address asset, uint256 usageBps) external onlyOperator {
        uint256[15] memory reserve = pool.getReserveData(asset);
        uint256 cash = IToken(asset).balanceOf(address(uint160(reserve[8])));
        uint256 debt = IToken(address(uint160(reserve[10]))).totalSupply();
        uint256 wanted = ((cash + debt) * usageBps) / 10_000;
        if (wanted > debt) {
            pool.borrow(asset, wanted - debt, VARIABLE_RATE, 0, address(this));
        } else if (wanted < debt) {
            _allow(asset, address(pool), debt - wanted);
            pool.repay(asset, debt - wanted, VARIABLE_RATE, address(this));
        }
    }

    /// @notice Deposits the same amount for every holder.
    function deposit(address vault, uint256 amount, address[] calldata holders) external onlyOperator {
        _allow(IVault(vault).asset(), vault, amount * holders.length);
        for (uint256 i = 0; i < holders.length; i++) {
            IVault(vault).deposit(amount, holders[i]);
        }
    }

    /// @notice Adds a profit to the vault, in billionths of its assets.
    function harvest(address vault, uint256 billionths) external onlyOperator {
        uint256 profit = (IVault(vault).totalAssets() * billionths) / 1e9;
        _allow(IVault(vault).asset(), vault, profit);
        IVault(vault).harvest(profit);
    }
}
